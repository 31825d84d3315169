/** Names that keep their English form where a language has none of its own. */
export const properNames = {
  US500: 'US 500',
  US30: 'US Wall Street 30',
  US100: 'US Tech 100',
  UK100: 'UK 100',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  SOL: 'Solana',
  XRP: 'XRP',
  LTC: 'Litecoin',
  BCH: 'Bitcoin Cash',
  DOGE: 'Dogecoin',
  ADA: 'Cardano',
};
