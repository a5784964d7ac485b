# The service, and every command of scripts/. Its data, when they are embedded, are in /data.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# Builds, then leaves what runs: neither what only builds nor what only tests.
RUN npm run build && node scripts/leave-what-runs.mjs

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app ./
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No npm in between: a signal to stop is the service's own. Commands: `node .build/keys-create/keys-create.js --email …`
CMD ["node", "--v8-pool-size=2", "--max-semi-space-size=8", "--enable-source-maps", ".build/server/server.js"]
