-- CreateEnum
CREATE TYPE "LimitRequestState" AS ENUM ('received', 'granted', 'declined');

-- CreateTable
CREATE TABLE "limit_requests" (
    "id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "daily_limit" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "state" "LimitRequestState" NOT NULL DEFAULT 'received',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "granted_limit" INTEGER,

    CONSTRAINT "limit_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" BIGSERIAL NOT NULL,
    "account_id" TEXT NOT NULL,
    "key_id" TEXT,
    "kind" TEXT NOT NULL,
    "occasion" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "limit_requests_key_id_created_at_idx" ON "limit_requests"("key_id", "created_at");

-- CreateIndex
CREATE INDEX "limit_requests_state_created_at_idx" ON "limit_requests"("state", "created_at");

-- CreateIndex
CREATE INDEX "notices_account_id_id_idx" ON "notices"("account_id", "id");

-- CreateIndex
CREATE INDEX "notices_key_id_idx" ON "notices"("key_id");

-- CreateIndex
CREATE UNIQUE INDEX "notices_kind_occasion_key" ON "notices"("kind", "occasion");

-- AddForeignKey
ALTER TABLE "limit_requests" ADD CONSTRAINT "limit_requests_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- A key has at most one request that is not answered.
CREATE UNIQUE INDEX "limit_requests_received_key" ON "limit_requests"("key_id") WHERE "state" = 'received';

ALTER TABLE "limit_requests"
  ADD CONSTRAINT "limit_requests_daily_limit_check" CHECK ("daily_limit" BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT "limit_requests_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 500 AND "reason" = btrim("reason")),
  ADD CONSTRAINT "limit_requests_answer_check" CHECK (
    ("answered_at" IS NULL) = ("state" = 'received') AND ("granted_limit" IS NOT NULL) = ("state" = 'granted')
    AND "granted_limit" BETWEEN 1 AND 1000000000
  );
ALTER TABLE "notices"
  ADD CONSTRAINT "notices_kind_check" CHECK (char_length("kind") BETWEEN 1 AND 40),
  ADD CONSTRAINT "notices_occasion_check" CHECK (char_length("occasion") BETWEEN 1 AND 200);

-- Keys that were reported before there were other notices.
INSERT INTO "notices" ("account_id", "key_id", "kind", "occasion", "text", "at", "dismissed_at")
SELECT "account_id", "id", 'key-found', "id",
  'Your key “' || "name" || '” (' || "prefix" || '…) was found in public and revoked on '
    || to_char(COALESCE("revoked_at", "found_at") AT TIME ZONE 'UTC', 'FMDD FMMonth YYYY, HH24:MI') || ' UTC. Check where it leaked before you create a new one.',
  "found_at", "found_dismissed_at"
FROM "api_keys" WHERE "found_at" IS NOT NULL;
