import { useEffect, useState } from "react";

/**
 * Code that is loaded once it is needed; null until then. A boundary of React's own would show its fallback for 300 ms
 * at least, also where the code is there at once. A failure is thrown, for the page of errors.
 *
 * @param load must be the same function at each render, once there is one.
 * @param known the code, where it is loaded already.
 */
export function useLoaded<Code>(load: (() => Promise<Code>) | null, known: Code | null = null): Code | null {
  const [loaded, setLoaded] = useState<{ code: Code } | { error: unknown } | null>(known && { code: known });
  const isLoaded = loaded !== null;
  useEffect(() => {
    if (isLoaded || !load) return;
    void load().then(
      (code) => setLoaded({ code }),
      (error: unknown) => setLoaded({ error }),
    );
  }, [load, isLoaded]);
  if (loaded && "error" in loaded) throw loaded.error;
  return loaded?.code ?? null;
}
