import type { MetadataRoute } from "next";
import { requestOrigin } from "./service-origin";

export default async function robots(): Promise<MetadataRoute.Robots> {
  return {
    rules: { userAgent: "*", allow: ["/", "/api/openapi.json"], disallow: ["/api/", "/dashboard"] },
    sitemap: `${await requestOrigin()}/sitemap.xml`,
  };
}
