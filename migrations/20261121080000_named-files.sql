-- Whether a row names a file is asked for each file once a day.
create unique index work_order_images_file on work_order_images (file_key);
create unique index work_order_images_thumbnail on work_order_images (thumbnail_key);
create unique index work_order_signatures_file on work_order_signatures (file_key);
create index properties_image on properties (image_key) where image_key is not null;
create index properties_image_thumbnail on properties (image_thumbnail_key) where image_thumbnail_key is not null;
