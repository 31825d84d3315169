-- Run once as a superuser on a restored database, before Candor starts (docs/runbook/backup.md): the installation that it was
-- restored from may have sent what waits, and may have ended these sessions and invitations.
begin;
update message_outbox
  set state = 'failed', subject = null, body = null, is_underway = false,
    settled_at_ms = extract(epoch from clock_timestamp()) * 1000, reason = 'restored from a backup'
  where state = 'waiting' and route <> 'none';
delete from user_token;
delete from operator_token;
delete from auth_challenge;
delete from verification_code;
-- An admin sends them again from the list of operators.
update operator set invite_expires_at_ms = 0 where invite_hash is not null;
commit;
-- Compare each with bank and chain before anybody pays.
select id, company_id, account_id, kind, status, amount_micros / 1e6 as amount
  from funds_request where finished_at_ms is null order by kind desc, id;
