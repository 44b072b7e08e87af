-- Refunds: asked for once, and taken back with their entry.

-- The Idempotency-Key it was asked for with.
alter table refunds add column asked_with text;
alter table refunds add constraint refunds_asked_for_once unique (made_by_id, asked_with);
-- When the provider was asked last.
alter table refunds add column asked_at timestamptz not null default now();

-- A refund whose entry is reversed did not happen; the payment has what it was to give.
create function refunds_follow_reversals() returns trigger language plpgsql as $$
begin
  with failed as (
    update refunds set state = 'failed', problem = case when problem = '' then new.reason else problem end, changed_at = new.made_at
    where entry_id = new.reverses_id and state <> 'failed' returning payment_id, amount_cents, fee_cents
  )
  update payments p set refunded_cents = p.refunded_cents - failed.amount_cents,
    fee_refunded_cents = p.fee_refunded_cents - failed.fee_cents
  from failed where p.entry_id = failed.payment_id;
  return null;
end $$;
create trigger refunds_follow_reversals after insert on ledger_entries
  for each row when (new.reverses_id is not null) execute function refunds_follow_reversals();
