-- AlterTable
ALTER TABLE "productions" ADD COLUMN     "performances" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "schedule" JSONB NOT NULL DEFAULT '[]';

ALTER TABLE "productions" ADD CONSTRAINT "productions_schedule_check" CHECK (jsonb_typeof("schedule") = 'array');

ALTER TABLE "productions" ADD CONSTRAINT "productions_performances_check" CHECK (jsonb_typeof("performances") = 'array');
