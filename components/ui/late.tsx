import { useEffect, useState, type ComponentType, type ReactNode } from "react";

type PropsOf<Component> = Component extends (props: infer Props extends object) => ReactNode ? Props : never;

/** A component whose file is loaded when it is first drawn. @param meanwhile stands there, or draws what does. */
export function late<Code, Name extends keyof Code>(
  load: () => Promise<Code>,
  name: Name,
  meanwhile: ReactNode | ((props: PropsOf<Code[Name]>) => ReactNode) = null,
): ComponentType<PropsOf<Code[Name]>> {
  type Component = ComponentType<PropsOf<Code[Name]>>;
  let known: Component | null = null;
  const loadOnce = async () => (known = (await load())[name] as Component);
  return function Late(props) {
    const Loaded = useLoaded(loadOnce, known);
    if (Loaded) return <Loaded {...props} />;
    return typeof meanwhile === "function" ? meanwhile(props) : meanwhile;
  };
}

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
