-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "counts_as" TEXT,
ADD COLUMN     "rotated_from" TEXT;

-- What was rotated today keeps the count that it shares; older pairs have counted apart since their day.
UPDATE "api_keys" SET "counts_as" = "counts_with"
WHERE "counts_with_on" >= (now() AT TIME ZONE 'UTC')::date;

-- The security log names both keys of a rotation by their prefixes.
UPDATE "api_keys" AS fresh SET "rotated_from" = old."id"
FROM "security_log" AS entry
JOIN "api_keys" AS old ON old."account_id" = entry."account_id" AND old."prefix" = entry."detail" ->> 'from'
WHERE entry."action" = 'key-rotated'
  AND fresh."account_id" = entry."account_id" AND fresh."prefix" = entry."detail" ->> 'to' AND fresh."id" <> old."id";

-- AlterTable
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_counts_with_check",
DROP COLUMN "counts_with",
DROP COLUMN "counts_with_on";
