import type { Metadata } from "next";
import { headOf, readView } from "@/app/public-page";
import { wholePage } from "@/app/whole-page";
import { PublicPage } from "@/components/public/public-page";
import { ShowSections } from "@/components/public/show-sections";
import { showList } from "@/lib/listings/pages/list-pages";

export const metadata: Metadata = headOf({
  title: "Shows of the West End",
  description: "Every show in these listings: what runs now in London’s West End, what is coming, and what has been.",
  canonical: "/shows",
});

export default wholePage(async function ShowsPage() {
  const { shows, today } = await readView("shows", (catalogue) => ({
    shows: showList(catalogue),
    today: catalogue.today,
  }));
  return (
    <PublicPage
      title="Shows"
      lede={`${shows.length} shows: what runs now, what is coming, and what has been.`}
      end={{ calls: ["/api/shows"], calendar: "/feeds/west-end.ics" }}
    >
      <ShowSections shows={shows} today={today} />
    </PublicPage>
  );
});
