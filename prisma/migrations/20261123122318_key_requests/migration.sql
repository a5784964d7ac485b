-- CreateTable
CREATE TABLE "route_usage" (
    "key_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "route" TEXT NOT NULL,
    "status_2xx" INTEGER NOT NULL,
    "status_3xx" INTEGER NOT NULL,
    "status_4xx" INTEGER NOT NULL,
    "status_5xx" INTEGER NOT NULL,
    "counted" INTEGER NOT NULL,

    CONSTRAINT "route_usage_pkey" PRIMARY KEY ("key_id","day","route")
);

-- CreateTable
CREATE TABLE "failed_requests" (
    "id" BIGSERIAL NOT NULL,
    "key_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "why" TEXT NOT NULL,
    "user_agent" TEXT,
    "address" TEXT,

    CONSTRAINT "failed_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "failed_requests_key_id_at_id_idx" ON "failed_requests"("key_id", "at", "id");

-- AddForeignKey
ALTER TABLE "route_usage" ADD CONSTRAINT "route_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "failed_requests" ADD CONSTRAINT "failed_requests_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE RESTRICT;
