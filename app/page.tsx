export default function FrontPage() {
  return <h1>Theatre Listings</h1>;
}
