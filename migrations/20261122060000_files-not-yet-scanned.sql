-- Files from before there was a virus scanner are looked through one by one once there is one: those first that never were
-- begun, and one that could not be looked through again later.
alter table document_files add column scan_begun_at timestamptz;

comment on column document_files.scan_begun_at is 'When the virus scanner was last handed it, of those that were kept without having been scanned.';

create index document_files_not_scanned on document_files (scan_begun_at nulls first, id) where scan = 'unscanned';
