// A FIX 4.4 price venue on QuickFIX, so that the feed is tested against an engine that is not its own. It takes commands on
// stdin, one a line, and prints one line for each event. Usage: venue PORT DICTIONARY STORE_FOLDER
#include <quickfix/Application.h>
#include <quickfix/FileStore.h>
#include <quickfix/Group.h>
#include <quickfix/Message.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>

#include <chrono>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

namespace {

struct Price {
  std::string bid, ask;
};

std::recursive_mutex guard;

void tell(const std::string &line) {
  static std::mutex printing;
  std::lock_guard<std::mutex> hold(printing);
  std::cout << line << std::endl;
}

class Venue : public FIX::Application {
public:
  std::string password;
  std::map<std::string, Price> prices{{"EUR/USD", {"1.10000", "1.10010"}}, {"USD/JPY", {"150.000", "150.012"}}};

  void onCreate(const FIX::SessionID &id) { session = id; }
  void onLogon(const FIX::SessionID &) { tell("logon"); }
  void onLogout(const FIX::SessionID &) {
    std::lock_guard<std::recursive_mutex> hold(guard);
    subscriptions.clear();
    tell("logout");
  }
  void toAdmin(FIX::Message &, const FIX::SessionID &) {}
  void toApp(FIX::Message &, const FIX::SessionID &) throw(FIX::DoNotSend) {}
  void fromAdmin(const FIX::Message &message, const FIX::SessionID &) throw(FIX::FieldNotFound, FIX::IncorrectDataFormat,
                                                                           FIX::IncorrectTagValue, FIX::RejectLogon) {
    const std::string type = message.getHeader().getField(35);
    if (type == "A" && !password.empty() && (!message.isSetField(554) || message.getField(554) != password))
      throw FIX::RejectLogon("wrong password");
    if (type == "2") tell("asked-to-resend");
    if (type == "3") tell("rejected " + message.getField(58));
  }
  void fromApp(const FIX::Message &message, const FIX::SessionID &) throw(FIX::FieldNotFound, FIX::IncorrectDataFormat,
                                                                         FIX::IncorrectTagValue, FIX::UnsupportedMessageType) {
    std::lock_guard<std::recursive_mutex> hold(guard);
    if (message.getHeader().getField(35) != "V") throw FIX::UnsupportedMessageType();
    const std::string id = message.getField(262);
    const int count = std::stoi(message.getField(146));
    for (int at = 1; at <= count; at++) {
      FIX::Group related(146, 55);
      message.getGroup(at, related);
      const std::string symbol = related.getField(55);
      if (message.getField(263) == "2") subscriptions.erase(symbol);
      else if (prices.count(symbol) == 0) refuse(id, symbol);
      else {
        subscriptions[symbol] = id;
        snapshot(symbol);
      }
    }
    tell("request " + message.getField(263));
  }

  void command(const std::string &line) {
    std::istringstream words(line);
    std::string word, first, second, third, fourth;
    words >> word >> first >> second >> third >> fourth;
    std::lock_guard<std::recursive_mutex> hold(guard);
    FIX::Session *running = FIX::Session::lookupSession(session);
    const int number = first.empty() ? 0 : std::atoi(first.c_str());
    if (word == "password") password = first;
    else if (word == "tick") tick(first, {second, third}, fourth);
    else if (word == "flood") flood(number, std::atoi(second.c_str()));
    // The next message jumps: the other side must ask for what is missing.
    else if (word == "gap") running->setNextSenderMsgSeqNum(running->getExpectedSenderNum() + number);
    // The next number was used before: the other side must hang up.
    else if (word == "low") running->setNextSenderMsgSeqNum(std::max(1, running->getExpectedSenderNum() - number));
    else if (word == "drop") running->disconnect();
    else if (word == "logout") running->logout("closing time");
    else if (word == "logon") running->logon();
    else if (word == "resend") admin("2", {{7, first}, {16, "0"}});
    else if (word == "reset") {
      const int next = running->getExpectedSenderNum() + number;
      admin("4", {{36, std::to_string(next)}});
      running->setNextSenderMsgSeqNum(next);
    } else tell("unknown " + word);
    tell("done " + word);
  }

private:
  FIX::SessionID session;
  std::map<std::string, std::string> subscriptions;

  void send(FIX::Message &message) { FIX::Session::sendToTarget(message, session); }

  void admin(const char *type, const std::map<int, std::string> &fields) {
    FIX::Message message;
    message.getHeader().setField(35, type);
    for (const auto &field : fields) message.setField(field.first, field.second);
    send(message);
  }

  void refuse(const std::string &id, const std::string &symbol) {
    admin("Y", {{262, id}, {281, "0"}, {58, "no such pair " + symbol}});
  }

  void snapshot(const std::string &symbol) {
    FIX::Message message;
    message.getHeader().setField(35, "W");
    message.setField(262, subscriptions[symbol]);
    message.setField(55, symbol);
    for (int side = 0; side < 2; side++) {
      FIX::Group entry(268, 269);
      entry.setField(269, std::to_string(side));
      entry.setField(270, side == 0 ? prices[symbol].bid : prices[symbol].ask);
      entry.setField(271, "1000000");
      message.addGroup(entry);
    }
    send(message);
  }

  static void addSides(FIX::Message &message, const std::string &symbol, const Price &price, const std::string &stamp) {
    static const int order[] = {279, 269, 55, 270, 271, 272, 273, 0};
    for (int side = 0; side < 2; side++) {
      FIX::Group entry(268, 279, order);
      entry.setField(279, "1");
      entry.setField(269, std::to_string(side));
      entry.setField(55, symbol);
      entry.setField(270, side == 0 ? price.bid : price.ask);
      entry.setField(271, "1000000");
      // A stamp such as 20130101-22:00:00.295.
      if (!stamp.empty()) {
        entry.setField(272, stamp.substr(0, 8));
        entry.setField(273, stamp.substr(9));
      }
      message.addGroup(entry);
    }
  }

  void tick(const std::string &symbol, const Price &price, const std::string &stamp) {
    prices[symbol] = price;
    if (subscriptions.count(symbol) == 0) return;
    FIX::Message message;
    message.getHeader().setField(35, "X");
    message.setField(262, subscriptions[symbol]);
    addSides(message, symbol, price, stamp);
    send(message);
  }

  /** Sends a number of quotes of EUR/USD as fast as it can, some in each message. */
  void flood(int quotes, int each) {
    for (int sent = 0; sent < quotes; sent += each) {
      FIX::Message message;
      message.getHeader().setField(35, "X");
      message.setField(262, subscriptions["EUR/USD"]);
      for (int at = 0; at < each; at++) {
        const int last = (sent + at) % 100;
        const std::string digits = (last < 10 ? "0" : "") + std::to_string(last);
        addSides(message, "EUR/USD", {"1.100" + digits, "1.101" + digits}, "");
      }
      send(message);
    }
  }
};

} // namespace

int main(int count, char **given) {
  if (count != 4) return 2;
  std::stringstream text;
  text << "[DEFAULT]\nConnectionType=acceptor\nSocketAcceptPort=" << given[1] << "\nSocketReuseAddress=Y\nSocketNodelay=Y\n"
       << "StartTime=00:00:00\nEndTime=00:00:00\nHeartBtInt=30\nUseDataDictionary=Y\nDataDictionary=" << given[2]
       << "\nFileStorePath=" << given[3] << "\nCheckLatency=N\nMillisecondsInTimeStamp=Y\n"
       << "[SESSION]\nBeginString=FIX.4.4\nSenderCompID=LP\nTargetCompID=MD\n";
  try {
    Venue venue;
    FIX::SessionSettings settings(text);
    FIX::FileStoreFactory store(settings);
    FIX::SocketAcceptor acceptor(venue, store, settings);
    acceptor.start();
    tell("listening");
    std::string line;
    while (std::getline(std::cin, line)) venue.command(line);
    acceptor.stop(true);
    std::_Exit(0);
  } catch (std::exception &error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
