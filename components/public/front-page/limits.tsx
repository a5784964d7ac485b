interface Props {
  publicLimit: number;
  keyLimit: number;
}

const number = new Intl.NumberFormat("en-GB");

export function LimitsSection({ publicLimit, keyLimit }: Props) {
  const tiers = [
    { name: "Without a key", limit: publicLimit, countedOn: "IP address" },
    { name: "With a key", limit: keyLimit, countedOn: "key" },
  ];
  return (
    <section aria-labelledby="limits" className="min-w-0 overflow-x-auto">
      <h2 id="limits" className="text-lg font-semibold">
        Rate limits
      </h2>
      <table className="mt-2 w-full text-left text-sm">
        <thead className="text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4 font-normal">
              Access
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              Requests per day
            </th>
            <th scope="col" className="py-2 pl-2 font-normal">
              Counted per
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ name, limit, countedOn }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 font-semibold">
                {name}
              </th>
              <td className="py-2 pr-4 text-right font-mono">{number.format(limit)}</td>
              <td className="py-2 pl-2">{countedOn}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        Send your key as <code className="font-mono text-ink">Authorization: Bearer …</code>. Limits reset at midnight
        UTC. Responses with <code className="font-mono text-ink">304</code> and{" "}
        <code className="font-mono text-ink">/api/quota</code> are free.
      </p>
    </section>
  );
}
