-- Photos of properties are kept like those of work orders: under random names, with a thumbnail, read through the
-- permission check. `image_key` was an address of the web client before; those pictures are no longer there.

update properties set image_key = null;
alter table properties add column image_thumbnail_key text;
alter table properties add column image_media_type text
  check (image_media_type in ('image/png', 'image/jpeg', 'image/gif'));
alter table properties add constraint properties_photo_is_whole
  check ((image_key is null) = (image_thumbnail_key is null) and (image_key is null) = (image_media_type is null));

-- The log outlives what it tells of, so it cannot keep a building from being deleted.
alter table audit_log drop constraint audit_log_property_id_fkey;

create index units_vacant on units (property_id, id) where status = 'vacant';

-- The orders of one unit, for its page; it also answers whether a unit may go.
create index work_orders_by_unit on work_orders (unit_id, id)
  include (board_column, category, priority, property_id, awaiting_approval, deleted_at) where unit_id is not null;
create index users_claiming on users (claimed_unit_id) where claimed_unit_id is not null;
