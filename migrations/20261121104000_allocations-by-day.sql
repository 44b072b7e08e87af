-- A statement as of a day in the past takes back what was settled after it.
create index allocations_by_day on allocations (lease_id, on_day);
