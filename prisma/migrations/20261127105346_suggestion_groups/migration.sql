-- AlterTable
ALTER TABLE "suggestions" ADD COLUMN     "group_id" TEXT;
