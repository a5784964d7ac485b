-- CreateTable
CREATE TABLE "key_networks" (
    "key_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "network" TEXT NOT NULL,

    CONSTRAINT "key_networks_pkey" PRIMARY KEY ("key_id","day","network")
);

-- CreateIndex
CREATE INDEX "key_networks_day_idx" ON "key_networks"("day");

-- AddForeignKey
ALTER TABLE "key_networks" ADD CONSTRAINT "key_networks_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE RESTRICT;
