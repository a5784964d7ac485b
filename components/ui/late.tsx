import type { ComponentType, ReactNode } from "react";
import { useLoaded } from "./use-loaded";

type PropsOf<Component> = Component extends (props: infer Props extends object) => ReactNode ? Props : never;

/**
 * A component whose code is loaded when it is first drawn.
 *
 * @param load imports its file.
 * @param name its name there.
 * @param meanwhile stands there until then. Default: nothing.
 */
export function late<Code, Name extends keyof Code>(
  load: () => Promise<Code>,
  name: Name,
  meanwhile: ReactNode = null,
): ComponentType<PropsOf<Code[Name]>> {
  type Component = ComponentType<PropsOf<Code[Name]>>;
  let known: Component | null = null;
  const loadOnce = async () => (known = (await load())[name] as Component);
  return function Late(props) {
    const Loaded = useLoaded(loadOnce, known);
    return Loaded ? <Loaded {...props} /> : meanwhile;
  };
}
