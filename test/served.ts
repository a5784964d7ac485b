import { serveFrom, type TestService } from "./service.ts";

/** What `look` sees in a database, as a service that stops afterwards. */
export async function served<Result>(
  settings: Record<string, string>,
  look: (service: TestService) => Promise<Result>,
): Promise<Result> {
  const service = await serveFrom(settings);
  try {
    return await look(service);
  } finally {
    await service.close();
  }
}
