-- CreateEnum
CREATE TYPE "ShowType" AS ENUM ('musical', 'play', 'comedy', 'drama');

-- CreateEnum
CREATE TYPE "RoleType" AS ENUM ('principal', 'ensemble', 'understudy', 'swing', 'standby', 'alternate');

-- CreateTable
CREATE TABLE "shows" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "ShowType" NOT NULL,
    "description" TEXT,
    "image" TEXT,
    "booking_until" DATE,

    CONSTRAINT "shows_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "theatres" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT,
    "postcode" TEXT,
    "lat" DOUBLE PRECISION,
    "lng" DOUBLE PRECISION,
    "capacity" INTEGER,
    "current_show_id" TEXT,

    CONSTRAINT "theatres_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "people" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bio" TEXT,
    "image" TEXT,

    CONSTRAINT "people_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "productions" (
    "id" TEXT NOT NULL,
    "show_id" TEXT NOT NULL,
    "theatre_id" TEXT NOT NULL,
    "opening_date" DATE NOT NULL,
    "closing_date" DATE,

    CONSTRAINT "productions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "roles" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "production_id" TEXT NOT NULL,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cast_members" (
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "production_id" TEXT NOT NULL,
    "role_id" TEXT,
    "role_type" "RoleType" NOT NULL,
    "billing_order" INTEGER,

    CONSTRAINT "cast_members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "versions" (
    "name" TEXT NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "versions_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "theatres_current_show_id_idx" ON "theatres"("current_show_id");

-- CreateIndex
CREATE INDEX "productions_show_id_idx" ON "productions"("show_id");

-- CreateIndex
CREATE INDEX "productions_theatre_id_idx" ON "productions"("theatre_id");

-- CreateIndex
CREATE INDEX "roles_production_id_idx" ON "roles"("production_id");

-- CreateIndex
CREATE UNIQUE INDEX "roles_id_production_id_key" ON "roles"("id", "production_id");

-- CreateIndex
CREATE INDEX "cast_members_production_id_idx" ON "cast_members"("production_id");

-- CreateIndex
CREATE INDEX "cast_members_role_id_production_id_idx" ON "cast_members"("role_id", "production_id");

-- CreateIndex
CREATE UNIQUE INDEX "cast_members_person_id_production_id_role_id_role_type_key" ON "cast_members"("person_id", "production_id", "role_id", "role_type");

-- AddForeignKey
ALTER TABLE "theatres" ADD CONSTRAINT "theatres_current_show_id_fkey" FOREIGN KEY ("current_show_id") REFERENCES "shows"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "productions" ADD CONSTRAINT "productions_show_id_fkey" FOREIGN KEY ("show_id") REFERENCES "shows"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "productions" ADD CONSTRAINT "productions_theatre_id_fkey" FOREIGN KEY ("theatre_id") REFERENCES "theatres"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "roles" ADD CONSTRAINT "roles_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "cast_members" ADD CONSTRAINT "cast_members_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "cast_members" ADD CONSTRAINT "cast_members_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "cast_members" ADD CONSTRAINT "cast_members_role_id_production_id_fkey" FOREIGN KEY ("role_id", "production_id") REFERENCES "roles"("id", "production_id") ON DELETE RESTRICT ON UPDATE RESTRICT;
