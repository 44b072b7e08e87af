-- Payments as a list: by the day they count from, newest first, with totals that are kept (decisions 007 and 018 of this house).

drop index payments_newest;
create index payments_newest on payments (paid_on desc, entry_id desc) include (property_id);
drop index payments_of_property;
create index payments_of_property on payments (property_id, paid_on desc, entry_id desc);
drop index payments_of_lease;
create index payments_of_lease on payments (lease_id, paid_on desc, entry_id desc);
create index payments_by_method on payments (method, paid_on desc, entry_id desc) include (property_id);
-- Those that are not completed are few.
create index payments_not_kept on payments (paid_on desc, entry_id desc) include (property_id)
  where is_reversed or refunded_cents = amount_cents;
create index payments_words on payments using gin (lower(description || ' ' || reference) gin_trgm_ops);
create index payments_of_payer on payments (payer_id, paid_at desc) where payer_id is not null;
-- What should have come, and did not.
create index receivables_due_newest on receivables (due_on desc, entry_id desc) include (property_id, lease_id) where open_cents > 0;

create function payment_status(p payments) returns text language sql immutable as $$
  select case when p.is_reversed then 'returned' when p.refunded_cents = p.amount_cents then 'refunded' else 'completed' end
$$;

-- A block of this list is a month: they are counted since the year 0.
create function payment_step(p payments, step integer) returns list_step language sql immutable as $$
  select ((extract(year from p.paid_on)::bigint * 12 + extract(month from p.paid_on)::bigint - 1) << 16, p.property_id,
    array[p.method, payment_status(p), p.method || ' ' || payment_status(p)], step)::list_step
$$;
create function count_payments() returns trigger language plpgsql as $$
declare steps list_step[] := '{}';
begin
  if tg_op = 'UPDATE' then
    steps := array(select payment_step(p, -1) from before_rows p);
  end if;
  perform add_to_list_counts('payments', steps || array(select payment_step(p, 1) from after_rows p));
  return null;
end $$;
create trigger payments_are_counted_in after insert on payments
  referencing new table as after_rows for each statement execute function count_payments();
create trigger payments_are_counted_again after update on payments
  referencing old table as before_rows new table as after_rows for each statement execute function count_payments();

insert into list_counts (list, place, facet, block, count, is_folded)
select 'payments', place, facet, (step.id >> 16)::integer, count(*), true
from payments p cross join lateral payment_step(p, 1) step
cross join lateral unnest(array[0, step.property_id]) place
cross join lateral unnest(array_append(step.facets, '')) facet
group by 2, 3, 4;
analyze list_counts;
