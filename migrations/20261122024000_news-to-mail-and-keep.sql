-- News that waits to be mailed is gone through person by person.
drop index notifications_to_mail;
create index notifications_to_mail on notifications (user_id, created_at) where by_mail;
-- A part of the unread is read by id, however much there is.
drop index notifications_unread;
create index notifications_unread on notifications (user_id, id) where read_at is null and in_portal;
-- Old news is thrown away: what was read earlier than what was not.
create index notifications_by_age on notifications (created_at, read_at);
