-- The running balance of a page of a lease's ledger: what came after it, or before it, is summed from the index alone.
create index receivables_by_day on receivables (lease_id, on_day, entry_id) include (amount_cents);
