import type { Metadata } from "next";
import { headOf, readView } from "@/app/public-page";
import { wholePage } from "@/app/whole-page";
import { PublicPage } from "@/components/public/public-page";
import { TheatresOnMap } from "@/components/public/theatres-on-map";
import { theatreList } from "@/lib/listings/pages/list-pages";

export const metadata: Metadata = headOf({
  title: "Theatres of the West End",
  description: "The theatres in and around London’s West End, on a map and as a list, each with what runs there now.",
  canonical: "/theatres",
});

export default wholePage(async function TheatresPage() {
  const theatres = await readView("theatres", theatreList);
  const open = theatres.filter(({ playing }) => playing !== null).length;
  return (
    <PublicPage
      title="Theatres"
      lede={`${theatres.length} theatres, ${open} with a show today.`}
      end={{ calls: ["/api/theatres"], calendar: "/feeds/west-end.ics" }}
    >
      <TheatresOnMap theatres={theatres} />
    </PublicPage>
  );
});
