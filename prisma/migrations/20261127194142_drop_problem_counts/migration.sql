-- DropTable
DROP TABLE "problem_counts";
