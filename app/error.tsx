"use client";

import { BrokenPage } from "@/components/layout/broken-page";

interface Props {
  error: unknown;
  retry: () => void;
}

export default function ErrorPage({ error, retry }: Props) {
  return <BrokenPage error={error} retry={retry} />;
}
