import type { Metadata } from "next";
import { notedInfrastructure } from "@/app/page-infrastructure";
import { ApiSection, GoodToKnow } from "@/components/public/front-page/api-section";
import { RecordCounts, Tonight } from "@/components/public/front-page/tonight";
import { PageScript } from "@/components/public/page-script";
import { Poster, WhoAnswerView } from "@/components/public/who";
import { dayInLondon } from "@/lib/core/dates";
import { requestOrigin } from "@/app/service-origin";
import { resources } from "@/lib/resources/resources";
import { frontPageData } from "./front-page-data";
import { sessionOrNull } from "./session";

export const metadata: Metadata = { alternates: { canonical: "/" } };

export default async function FrontPage() {
  const running = await notedInfrastructure();
  const { settings, now } = running;
  const data = await frontPageData(running);
  return (
    <div className="page-width pt-8 pb-10 sm:pt-12">
      <h1 className="text-3xl leading-tight font-semibold sm:text-4xl">What’s on in the West End, and who is in it</h1>
      <p className="mt-2 max-w-[65ch] text-lg text-muted">
        Tonight and on any day since 1952. The listings are also{" "}
        <a href="#api" className="underline decoration-edge underline-offset-4 hover:decoration-curtain">
          a free JSON API
        </a>
        .
      </p>
      {data && (
        <section aria-labelledby="poster" className="mt-6 border-l-2 border-gilt pl-4 sm:pl-6">
          <h2 id="poster" className="sr-only">
            Who was in it?
          </h2>
          <Poster
            show={data.question?.show?.name ?? ""}
            day={data.question?.day ?? data.day}
            shows={data.posterShows}
          />
          <div data-answer aria-live="polite" className="mt-4 min-h-24">
            {data.question && <WhoAnswerView answer={data.question} />}
          </div>
          <PageScript />
        </section>
      )}
      <Tonight day={data?.day ?? dayInLondon(now())} runs={data?.today ?? null} />
      <RecordCounts holdings={data?.holdings ?? null} />
      <ApiSection
        origin={await requestOrigin()}
        isSignedIn={(await sessionOrNull()) !== null}
        isSignUpOpen={settings.ALLOW_SIGNUP}
        publicLimit={settings.PUBLIC_DAILY_LIMIT}
        keyLimit={settings.KEY_DAILY_LIMIT}
        showId={data?.showId ?? null}
        choices={data?.holdings ?? resources.map(({ path, plural }) => ({ path, plural, sample: null }))}
      />
      <GoodToKnow data={data} />
    </div>
  );
}
