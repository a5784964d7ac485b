-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "note" TEXT;

ALTER TABLE "api_keys"
  ADD CONSTRAINT "api_keys_note_check" CHECK (char_length("note") BETWEEN 1 AND 500 AND "note" = btrim("note"));
