export function CastTitle() {
  return (
    <h2 id="cast-title" className="text-2xl font-semibold">
      Cast
    </h2>
  );
}
