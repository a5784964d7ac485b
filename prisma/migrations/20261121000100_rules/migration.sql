-- The contract's rules (§5) that a column's type can't say. Lengths are code points.

ALTER TABLE "shows"
  ADD CONSTRAINT "shows_name_check" CHECK (char_length("name") BETWEEN 1 AND 200 AND "name" = btrim("name")),
  ADD CONSTRAINT "shows_description_check" CHECK (char_length("description") <= 5000),
  ADD CONSTRAINT "shows_image_check" CHECK (char_length("image") <= 2048 AND "image" ~* '^https?://'),
  ADD CONSTRAINT "shows_booking_until_check" CHECK ("booking_until" BETWEEN '0001-01-01' AND '9999-12-31');

ALTER TABLE "theatres"
  ADD CONSTRAINT "theatres_name_check" CHECK (char_length("name") BETWEEN 1 AND 200 AND "name" = btrim("name")),
  ADD CONSTRAINT "theatres_address_check" CHECK (char_length("address") <= 500),
  ADD CONSTRAINT "theatres_postcode_check" CHECK ("postcode" ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$'),
  ADD CONSTRAINT "theatres_lat_check" CHECK ("lat" BETWEEN -90 AND 90),
  ADD CONSTRAINT "theatres_lng_check" CHECK ("lng" BETWEEN -180 AND 180),
  ADD CONSTRAINT "theatres_capacity_check" CHECK ("capacity" BETWEEN 1 AND 100000);

ALTER TABLE "people"
  ADD CONSTRAINT "people_name_check" CHECK (char_length("name") BETWEEN 1 AND 200 AND "name" = btrim("name")),
  ADD CONSTRAINT "people_bio_check" CHECK (char_length("bio") <= 10000),
  ADD CONSTRAINT "people_image_check" CHECK (char_length("image") <= 2048 AND "image" ~* '^https?://');

ALTER TABLE "productions"
  ADD CONSTRAINT "productions_opening_date_check" CHECK ("opening_date" BETWEEN '0001-01-01' AND '9999-12-31'),
  ADD CONSTRAINT "productions_closing_date_check" CHECK ("closing_date" BETWEEN "opening_date" AND '9999-12-31');

ALTER TABLE "roles"
  ADD CONSTRAINT "roles_name_check" CHECK (char_length("name") BETWEEN 1 AND 200 AND "name" = btrim("name")),
  ADD CONSTRAINT "roles_description_check" CHECK (char_length("description") <= 5000);

ALTER TABLE "cast_members"
  ADD CONSTRAINT "cast_members_billing_order_check" CHECK ("billing_order" BETWEEN 1 AND 10000);

-- Two nulls are not equal to a unique index (NULLS NOT DISTINCT needs PostgreSQL 15), so
-- assignments without a role have one of their own.
CREATE UNIQUE INDEX "cast_members_without_role_key"
  ON "cast_members" ("person_id", "production_id", "role_type") WHERE "role_id" IS NULL;

-- Every change to the six raises "data", whoever makes it: the service, an import, a person at psql.
INSERT INTO "versions" ("name", "value") VALUES ('data', 1);

CREATE FUNCTION "raise_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "versions" SET "value" = "value" + 1 WHERE "name" = TG_ARGV[0];
  RETURN NULL;
END
$$;

CREATE TRIGGER "shows_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "shows"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('data');
CREATE TRIGGER "theatres_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "theatres"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('data');
CREATE TRIGGER "people_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "people"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('data');
CREATE TRIGGER "productions_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "productions"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('data');
CREATE TRIGGER "roles_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "roles"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('data');
CREATE TRIGGER "cast_members_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "cast_members"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('data');
