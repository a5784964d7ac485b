/** The HTTP method before a path. */
export function MethodName({ method }: { method: string }) {
  return <span className={`font-semibold ${method === "GET" ? "text-curtain" : "text-muted"}`}>{method}</span>;
}
