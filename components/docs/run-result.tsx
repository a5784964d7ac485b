import { QuotaLine } from "@/components/docs/api-console/quota-line";
import { ResponseBody } from "@/components/docs/api-console/response-body";
import { ResponseLine } from "@/components/docs/api-console/response-line";
import type { CallState, QuotaReading } from "@/components/docs/api-console/use-calls";

interface Props {
  call: CallState;
  quota: QuotaReading | null;
  path: string;
  retry: () => void;
}

/** The response to a request that a reader of a guide has sent. */
export function RunResult({ call, quota, path, retry }: Props) {
  return (
    <>
      <ResponseLine call={call} />
      <ResponseBody call={call} path={path} sample={null} retry={retry} />
      <QuotaLine quota={quota} />
    </>
  );
}
