-- The same rule, in an index that nobody takes for the way to the leases of a person: by `user_id` alone it was read from end to
-- end, and the planner, which does not know that, preferred it to `lease_members_of_user`.
alter table lease_members
  drop constraint lease_members_once_at_a_time,
  add constraint lease_members_once_at_a_time
    exclude using gist (lease_id with =, int8range(user_id, user_id, '[]') with &&, daterange(from_on, to_on, '[]') with &&);
