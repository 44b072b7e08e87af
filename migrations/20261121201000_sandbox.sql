-- The sandbox: a card provider of our own for the demo. No money moves, and no number of a card or an account is kept.

create table sandbox_intents (
  reference text primary key,
  client_secret text not null,
  -- Ours; the same again gives the same intent.
  intent_id bigint not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  received_cents bigint not null default 0 check (received_cents >= 0),
  status text not null default 'open' check (status in ('open', 'processing', 'succeeded', 'canceled')),
  -- What it was paid with, or tried last; what the test card or account stands for, never its number.
  method text check (method in ('card', 'us_bank_account')),
  means text,
  -- The card asks its owner for an extra step first.
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
create index sandbox_refunds_of_intent on sandbox_refunds (intent_reference);

create table sandbox_disputes (
  reference text primary key,
  intent_reference text not null unique references sandbox_intents (reference),
  amount_cents bigint not null,
  reason text not null,
  state text not null check (state in ('needs_response', 'won', 'lost')),
  answer_by timestamptz not null,
  opened_at timestamptz not null
);

-- Those that served a confirmation by hand only are given up after a day.
create index payment_intents_without_provider on payment_intents (created_at) where state = 'open' and provider is null;
