# Kaeshi in an image that holds one static program and an empty folder for its data, run by a user who may do nothing else.
#
#   make image
#   docker run --rm -p 127.0.0.1:8080:8080 -v kaeshi:/data -e KAESHI_TOKEN="$(openssl rand -hex 16)" kaeshi
#
# Inside the container the server listens on every address, as it must for -p to reach it, and so it asks for a token, which whoever starts it
# chooses. docs/releases.md says more.

FROM --platform=$BUILDPLATFORM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS=linux
ARG TARGETARCH=amd64
# The version, the commit and its time, with blanks between: make image gives them.
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
# There is no home and no /tmp: what is kept and what is written meanwhile is in /data.
ENV XDG_DATA_HOME=/data TMPDIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s CMD ["/kaeshi", "healthcheck", "--addr=127.0.0.1:8080"]
ENTRYPOINT ["/kaeshi"]
CMD ["serve", "--addr=0.0.0.0:8080", "--no-browser"]
