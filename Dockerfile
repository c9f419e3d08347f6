# An image with a static program and a data folder, run by an unprivileged user.
#
#   make image
#   docker run --rm -p 127.0.0.1:8080:8080 -v kaeshi:/data -e KAESHI_TOKEN="$(openssl rand -hex 16)" kaeshi
#
# The server listens on all addresses of the container, which -p requires, and therefore requires a token.
# See docs/releases.md.

FROM --platform=$BUILDPLATFORM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS=linux
ARG TARGETARCH=amd64
# Version, commit and time, separated by spaces. make image sets it.
ARG STAMP=""
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -buildvcs=false -ldflags="-s -w -buildid= -X 'main.stamp=$STAMP'" -o /out/kaeshi ./cmd/kaeshi \
 && mkdir /out/data

FROM scratch
LABEL org.opencontainers.image.title="Kaeshi" \
      org.opencontainers.image.description="An Othello workbench and engine" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /out/kaeshi /kaeshi
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
# The image has no home directory and no /tmp, so data and temporary files are in /data.
ENV XDG_DATA_HOME=/data TMPDIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s CMD ["/kaeshi", "healthcheck", "--addr=127.0.0.1:8080"]
ENTRYPOINT ["/kaeshi"]
CMD ["serve", "--addr=0.0.0.0:8080", "--no-browser"]
