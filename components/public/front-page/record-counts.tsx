interface Props {
  /** Null when the data can't be read. */
  holdings: { path: string; plural: string; count: number }[] | null;
}

const number = new Intl.NumberFormat("en-GB");

export function RecordCounts({ holdings }: Props) {
  return (
    <section aria-labelledby="holdings" className="border-t border-line pt-8">
      <h2 id="holdings" className="text-2xl font-semibold">
        What’s in the data
      </h2>
      {holdings ? (
        <dl className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(max(7rem,30%),1fr))] gap-x-8 gap-y-6 sm:grid-cols-3 lg:grid-cols-6">
          {holdings.map(({ path, plural, count }) => (
            <div key={path} className="flex flex-col-reverse justify-end border-l-2 border-gilt pl-3">
              <dt className="text-sm">
                {plural}
                <code className="block font-mono text-xs text-muted">/api/{path}</code>
              </dt>
              <dd className="font-display text-3xl font-semibold">{number.format(count)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-4 text-muted">We can’t load the counts right now. Try reloading in a minute.</p>
      )}
    </section>
  );
}
