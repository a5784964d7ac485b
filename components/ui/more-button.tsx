import { Button } from "./button";

interface Props {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage(): unknown;
  };
  label?: string;
}

/** Loads the next page of a list, and shows why that failed. Nothing after the last page. */
export function MoreButton({ query, label = "Show older" }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button aria-disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? "Loading…" : label}
      </Button>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger">
          {query.error?.message}
        </p>
      )}
    </div>
  );
}
