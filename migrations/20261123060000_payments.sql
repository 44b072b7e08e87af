-- Payments: payments received, payment intents, refunds and disputes, and confirmations by payers (docs/decisions/016).

-- ---------------------------------------------------------------- payments received

-- The last receipt number. There is one series for the whole portal, without gaps because it is incremented in the payment's
-- transaction.
create table receipt_numbers (
  id smallint primary key default 1 check (id = 1),
  last bigint not null default 0
);
insert into receipt_numbers default values;
create trigger receipt_numbers_stay before delete on receipt_numbers for each row execute function reject_change();
create trigger receipt_numbers_are_not_emptied before truncate on receipt_numbers execute function reject_change();

-- Each payment has exactly one ledger entry, and the same id.
create table payments (
  entry_id bigint primary key,
  property_id bigint not null,
  lease_id bigint not null,
  -- The payer. Null if only the company is known.
  payer_id bigint references users (id),
  receipt_number bigint not null unique,
  method text not null check (method in ('card', 'us_bank_account', 'zelle', 'bank_transfer', 'check', 'cash', 'other')),
  description text not null,
  -- For example a check number.
  reference text not null default '',
  -- The brand of the card or the name of the bank, and the last four digits, as the provider reports them. Empty if unknown.
  -- No other part of a number is stored.
  brand text not null default '',
  last_four text not null default '' check (last_four ~ '^([0-9]{4})?$'),
  -- The credited amount, without the card fee.
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  -- The effective date, in the property's time zone.
  paid_on date not null,
  paid_at timestamptz not null,
  -- Why its entry was reversed. A bounced payment or a lost dispute was returned by the bank.
  reversal_cause text check (reversal_cause in ('returned', 'mistake', 'moved')),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  fee_refunded_cents bigint not null default 0 check (fee_refunded_cents between 0 and fee_cents),
  -- The number of times its receipt was emailed.
  receipts_emailed smallint not null default 0,
  status text not null generated always as (coalesce(reversal_cause, case when refunded_cents = amount_cents then 'refunded'
    else 'completed' end)) stored,
  -- The search index: the words of description and reference. See server/list/search.ts.
  words tsvector not null generated always as (array_to_tsvector(words_of_text(description || ' ' || reference))) stored,
  foreign key (entry_id, property_id) references ledger_entries (id, property_id),
  foreign key (lease_id, property_id) references leases (id, property_id)
);
-- Payments are listed by their effective date, newest first.
create index payments_newest on payments (paid_on desc, entry_id desc);
create index payments_of_property on payments (property_id, paid_on desc, entry_id desc);
create index payments_of_lease on payments (lease_id, paid_on desc, entry_id desc);
create index payments_by_method on payments (method, paid_on desc, entry_id desc);
create index payments_by_status on payments (status, paid_on desc, entry_id desc);
create index payments_of_payer on payments (payer_id, paid_at desc) where payer_id is not null;
-- Shows reviewers whether a payment with the reported reference has already been recorded.
create index payments_by_reference on payments (method, fold_text(reference)) where reference <> '';
create index payments_by_amount on payments (amount_cents);
create index payments_by_charged_amount on payments ((amount_cents + fee_cents));
create index payments_words on payments using gin (words);
create function number_receipt() returns trigger language plpgsql as $$
begin
  update receipt_numbers set last = last + 1 returning last into new.receipt_number;
  return new;
end $$;
create trigger payments_number_their_receipts before insert on payments for each row execute function number_receipt();
create trigger payments_are_immutable before update of entry_id, property_id, lease_id, payer_id, receipt_number, method,
  description, reference, brand, last_four, amount_cents, fee_cents, paid_on, paid_at on payments for each row execute function reject_change();
create trigger payments_are_not_deleted before delete on payments for each row execute function reject_change();
create trigger payments_are_not_emptied before truncate on payments execute function reject_change();

create function payments_follow_reversals() returns trigger language plpgsql as $$
begin
  update payments set reversal_cause = new.reversal_cause where entry_id = new.reverses_id;
  return null;
end $$;
create trigger payments_follow_reversals after insert on ledger_entries
  for each row when (new.reverses_id is not null) execute function payments_follow_reversals();

-- Every payment entry has its payment row, and so its receipt.
create function ledger_payment_has_its_payment() returns trigger language plpgsql as $$
begin
  if not exists (select from payments where entry_id = new.id) then
    raise exception 'Ledger entry % is a payment without a receipt.', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_payments_have_their_payment after insert on ledger_entries
  deferrable initially deferred for each row when (new.kind = 'payment') execute function ledger_payment_has_its_payment();

-- ---------------------------------------------------------------- payment intents

-- A payment in progress. `reference` is its id at the provider, and its state is the one the provider last reported.
create table payment_intents (
  id bigint generated by default as identity primary key,
  property_id bigint not null,
  lease_id bigint not null,
  user_id bigint not null references users (id),
  -- Null for an intent without a provider, which is for a manual confirmation only.
  provider text check (provider in ('stripe', 'sandbox')),
  -- Null until the provider has created it.
  reference text unique,
  client_secret text,
  -- The Idempotency-Key of the request.
  request_key text,
  -- A hash of lease, amount, description and charges. An identical request reuses the open intent.
  fingerprint text not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_basis_points integer not null check (fee_basis_points between 0 and 350),
  -- As accepted by the payer. Only `card` has a fee.
  fee_cents bigint not null check (fee_cents >= 0),
  method text not null default 'card',
  description text not null,
  charge_ids bigint[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'processing', 'succeeded', 'canceled')),
  -- The provider's reason why the last attempt failed.
  problem text not null default '',
  payment_id bigint unique references payments (entry_id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When the reconciler last checked with the provider.
  checked_at timestamptz not null,
  check ((state = 'succeeded') = (payment_id is not null)),
  unique (user_id, request_key),
  foreign key (lease_id, property_id) references leases (id, property_id)
);
create index payment_intents_open on payment_intents (user_id, fingerprint) where state = 'open';
create index payment_intents_to_check on payment_intents (checked_at) where state in ('open', 'processing') and provider is not null;
-- Intents for a manual confirmation only are abandoned after a day.
create index payment_intents_without_provider on payment_intents (created_at) where state = 'open' and provider is null;
create index payment_intents_of_lease on payment_intents (lease_id);
create index payment_intents_processing on payment_intents (property_id, lease_id, id) where state = 'processing';

create function paid_intents_stay() returns trigger language plpgsql as $$
begin
  if old.state = 'succeeded' and (new.state, new.payment_id) is distinct from (old.state, old.payment_id) then
    raise exception 'A received payment can''t change its state.' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger paid_intents_stay before update on payment_intents for each row execute function paid_intents_stay();
create trigger payment_intents_are_not_deleted before delete on payment_intents for each row execute function reject_change();
create trigger payment_intents_are_not_emptied before truncate on payment_intents execute function reject_change();

-- The provider's events, each once.
create table provider_events (
  provider text not null,
  id text not null,
  kind text not null,
  reference text,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- ---------------------------------------------------------------- refunds and disputes

create table refunds (
  id bigint generated by default as identity primary key,
  property_id bigint not null,
  lease_id bigint not null,
  payment_id bigint not null references payments (entry_id),
  amount_cents bigint not null check (amount_cents > 0),
  -- The refunded part of the card fee.
  fee_cents bigint not null check (fee_cents >= 0),
  reason text not null,
  -- requested: the provider hasn't responded yet. pending: in progress and entered on the ledger. failed: reversed.
  state text not null check (state in ('requested', 'pending', 'done', 'failed')),
  -- Its id at the provider. Null for a manual refund.
  reference text unique,
  entry_id bigint unique references ledger_entries (id),
  problem text not null default '',
  made_by_id bigint references users (id),
  -- The Idempotency-Key of the request.
  request_key text,
  -- When the refund was last checked with the provider.
  checked_at timestamptz not null default now(),
  made_at timestamptz not null,
  changed_at timestamptz not null,
  check (state in ('requested', 'failed') or entry_id is not null),
  constraint refunds_requested_once unique (made_by_id, request_key),
  foreign key (lease_id, property_id) references leases (id, property_id)
);
create index refunds_of_payment on refunds (payment_id, id);
create trigger refunds_are_not_deleted before delete on refunds for each row execute function reject_change();
create trigger refunds_are_not_emptied before truncate on refunds execute function reject_change();

-- A refund whose entry is reversed has failed, and its amount is refundable again.
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

-- Payments disputed at the payer's bank, as the provider reports them.
create table disputes (
  id bigint generated by default as identity primary key,
  property_id bigint not null,
  lease_id bigint not null,
  payment_id bigint not null references payments (entry_id),
  reference text not null unique,
  amount_cents bigint not null,
  reason text not null,
  -- The provider's state, such as needs_response, under_review, won, lost.
  state text not null,
  respond_by timestamptz,
  -- The entry that reversed the payment when the dispute was lost.
  entry_id bigint references ledger_entries (id),
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  foreign key (lease_id, property_id) references leases (id, property_id)
);

-- ---------------------------------------------------------------- confirmations of payments outside the portal

create table payment_confirmations (
  id bigint generated by default as identity primary key,
  property_id bigint not null,
  lease_id bigint not null,
  user_id bigint not null references users (id),
  amount_cents bigint not null check (amount_cents > 0),
  description text not null,
  method text not null check (method in ('zelle', 'bank_transfer', 'check', 'cash', 'other')),
  reference text not null,
  payment_date date not null,
  notes text not null default '',
  proof_key text,
  proof_name text,
  proof_type text,
  -- A photo as proof has a thumbnail. A PDF has none.
  proof_thumbnail_key text,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  reviewed_by_id bigint references users (id),
  reviewed_at timestamptz,
  -- Why it was rejected, or approved with a different amount or date.
  reason text not null default '',
  payment_id bigint unique references payments (entry_id),
  version integer not null default 1,
  created_at timestamptz not null,
  check ((state = 'approved') = (payment_id is not null)),
  check ((state = 'pending') = (reviewed_at is null)),
  check (reviewed_by_id <> user_id),
  check (num_nulls(proof_key, proof_name, proof_type) in (0, 3)),
  check (proof_thumbnail_key is null or proof_key is not null),
  foreign key (lease_id, property_id) references leases (id, property_id)
);
create unique index payment_confirmations_same on payment_confirmations
  (user_id, lease_id, method, fold_text(reference), amount_cents, payment_date) where state <> 'rejected';
create index payment_confirmations_by_reference on payment_confirmations (method, fold_text(reference)) where state <> 'rejected';
create index payment_confirmations_to_review on payment_confirmations (property_id, id) where state = 'pending';
create index payment_confirmations_of_property on payment_confirmations (property_id, id);
create index payment_confirmations_of_lease on payment_confirmations (lease_id, id);
create trigger payment_confirmations_are_not_deleted before delete on payment_confirmations for each row execute function reject_change();
create trigger payment_confirmations_are_not_emptied before truncate on payment_confirmations execute function reject_change();

-- ---------------------------------------------------------------- reminders

-- The reminders of due and overdue rent, once for each step in days before the due date, negative after it.
create table payment_reminders (
  lease_id bigint not null,
  property_id bigint not null,
  due_on date not null,
  days_before smallint not null check (days_before in (3, -1, -7) or days_before <= -30),
  sent_at timestamptz not null,
  primary key (lease_id, due_on, days_before),
  foreign key (lease_id, property_id) references leases (id, property_id)
);

-- ---------------------------------------------------------------- the sandbox

-- A card provider for the demo. No money moves, and no card or account number is stored.
create table sandbox_intents (
  reference text primary key,
  client_secret text not null,
  -- The portal's id. The same id returns the same intent.
  intent_id bigint not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  received_cents bigint not null default 0 check (received_cents >= 0),
  status text not null default 'open' check (status in ('open', 'processing', 'succeeded', 'canceled')),
  -- The method of the payment or of the last attempt, and the outcome the test card or account stands for, never its number.
  method text check (method in ('card', 'us_bank_account')),
  means text,
  -- Whether the card requires an extra authentication step first.
  needs_step boolean not null default false,
  problem text not null default '',
  paid_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'succeeded') = (paid_at is not null)),
  check (received_cents = case when status = 'succeeded' then amount_cents else 0 end)
);

create table sandbox_refunds (
  reference text primary key,
  refund_id bigint not null unique,
  intent_reference text not null references sandbox_intents (reference),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  problem text not null default '',
  created_at timestamptz not null
);

create table sandbox_disputes (
  reference text primary key,
  intent_reference text not null unique references sandbox_intents (reference),
  amount_cents bigint not null,
  reason text not null,
  state text not null check (state in ('needs_response', 'won', 'lost')),
  respond_by timestamptz not null,
  opened_at timestamptz not null
);
