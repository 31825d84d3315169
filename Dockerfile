# One image for every role: docker build -t candor:0.1.0 .
ARG NODE_IMAGE=docker.io/library/node:20.20-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm ci --include=dev --include=optional --no-audit --no-fund && npm run release -- --folder /release

FROM ${NODE_IMAGE}
# Folders that are empty in the image: a new volume takes their owner.
RUN groupadd --gid 10001 candor \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin candor \
 && install -d -o 10001 -g 10001 -m 0700 /var/lib/candor/data /var/lib/candor/files /var/lib/candor/archive /var/lib/candor/keys
COPY --from=build /release/ /opt/candor/
WORKDIR /opt/candor
ENV NODE_ENV=production \
    PRODUCTION=on \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/var/lib/candor/data \
    FILES_DIR=/var/lib/candor/files \
    ARCHIVE=/var/lib/candor/archive \
    KEYS_DIR=/var/lib/candor/keys
USER 10001:10001
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/opt/candor/scripts/health.mjs"]
ENTRYPOINT ["node", "/opt/candor/apps/server/dist/main.js"]
