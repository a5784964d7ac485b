-- DropTable
DROP TABLE "key_networks";
