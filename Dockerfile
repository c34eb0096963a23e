# The façade as a container: `docker build -t partner-graphql .`
# It runs without root, writes nothing, and takes every setting from its environment; `--help` lists them.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit
COPY . .
RUN npm run build

# What runs, and nothing that only builds or tests.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --omit=dev --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json schema.graphql LICENSE README.md ./
# By number: an orchestrator can see that it is not root.
USER 1000:1000
EXPOSE 4000
# The image has no curl. Liveness answers over plain HTTP in production too.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which would not pass SIGTERM on.
ENTRYPOINT ["node", "dist/main.js"]
