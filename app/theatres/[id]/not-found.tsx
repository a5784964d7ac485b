import { headers } from "next/headers";
import { NotHere } from "@/components/public-pages/not-here";

export default async function TheatreNotFound() {
  return <NotHere requestId={(await headers()).get("x-request-id")} />;
}
