import type { ComponentType, ReactNode } from "react";
import { useLoaded } from "./use-loaded";

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
