-- CreateTable
CREATE TABLE "record_reads" (
    "path" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "record_reads_pkey" PRIMARY KEY ("path","day")
);
