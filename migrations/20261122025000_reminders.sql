-- Rent that is due or overdue, and leases that end, are told of once a step: days before the day, below 0 after it.
create table payment_reminders (
  lease_id bigint not null,
  property_id bigint not null,
  due_on date not null,
  days_before smallint not null check (days_before in (3, -1, -7) or days_before <= -30),
  sent_at timestamptz not null,
  primary key (lease_id, due_on, days_before),
  foreign key (lease_id, property_id) references leases (id, property_id)
);
create index payment_reminders_of_property on payment_reminders (property_id);

create table lease_reminders (
  lease_id bigint not null,
  property_id bigint not null,
  to_on date not null,
  days_before smallint not null check (days_before in (90, 60, 30)),
  sent_at timestamptz not null,
  primary key (lease_id, to_on, days_before),
  foreign key (lease_id, property_id) references leases (id, property_id)
);
create index lease_reminders_of_property on lease_reminders (property_id);

-- What is owed is gone through by its day, as a job does that reminds of it.
create index receivables_to_remind_of on receivables (due_on, lease_id) include (property_id, open_cents)
  where open_cents > 0 and charge_kind is distinct from 'late-fee';
