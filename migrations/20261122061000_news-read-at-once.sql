-- Who has very much unread and reads all of it at once is done with one row, which stands for all up to it until a job has
-- written it into them a part at a time: to change 71,000 rows with their indexes takes seconds.
create table news_read (
  user_id bigint not null references users (id),
  up_to bigint not null,
  read_at timestamptz not null,
  primary key (user_id, up_to)
);
