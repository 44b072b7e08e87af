-- Who owes most is found without adding up what everybody owes.
create index lease_accounts_by_balance on lease_accounts (balance_cents, lease_id);
