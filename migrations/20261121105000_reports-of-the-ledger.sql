-- What all buildings collected in the months of a year is read without the years before.
create index property_months_by_month on property_months (month);
