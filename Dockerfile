# The façade as a container: `docker build -t partner-graphql .`; deploy/README.md says how to label and run it.
# It runs without root, writes nothing, and takes every setting from its environment; `--help` lists them.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit
COPY . .
RUN npm run build && find dist \( -name '*.d.ts' -o -name '*.tsbuildinfo' \) -delete

# What runs, without what only compilers, debuggers and people read. Licences stay.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --omit=dev --ignore-scripts \
  && find node_modules -type f \( -name '*.map' -o -name '*.[cm]ts' -o -name '*.ts' -o -name '*.md' -o -path '*/test/*' \
    -o -path '*/render-graphiql/cjs/*' \) ! -iname 'licen[cs]e*' ! -iname 'notice*' -delete

# Node.js and the libraries that it loads, with their licences, and the list of packages that scanners read.
FROM ${NODE_IMAGE} AS runtime
RUN set -e; node=$(command -v node); libraries=$(ldd "$node" | grep -o '/[^ ]*'); \
  packages=$(for each in $libraries; do dpkg-query --search "*/${each##*/}"; done | cut -d : -f 1 | sort -u); \
  mkdir -p /runtime/etc /runtime/usr/local/bin /runtime/var/lib/dpkg; \
  cp "$node" /runtime/usr/local/bin/node; \
  cp --parents --dereference $libraries /runtime; \
  for each in $packages; do cp --parents --dereference "/usr/share/doc/$each/copyright" /runtime; done; \
  if [ -e /usr/local/LICENSE ]; then cp --parents /usr/local/LICENSE /runtime; fi; \
  dpkg-query --status $packages > /runtime/var/lib/dpkg/status; \
  cp --dereference /etc/os-release /runtime/etc/os-release; \
  echo 'hosts: files dns' > /runtime/etc/nsswitch.conf

# No shell, no package manager: nothing but Node.js and the façade.
FROM scratch
# All addresses of both families: a pod of an IPv6-only cluster has no other.
ENV PATH=/usr/local/bin NODE_ENV=production HOST=:: PORT=4000
WORKDIR /app
COPY --from=runtime /runtime /
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json schema.graphql schema.strict.graphql LICENSE README.md ./
# By number: an orchestrator can see that it is not root.
USER 1000:1000
EXPOSE 4000
# Liveness answers over plain HTTP in production too.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which would not pass SIGTERM on.
ENTRYPOINT ["node", "dist/main.js"]
# They change with each build, so they come last.
ARG VERSION=unversioned
ARG REVISION=unknown
ARG LICENSES=MIT
LABEL org.opencontainers.image.title="partner-graphql" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.licenses="${LICENSES}"
